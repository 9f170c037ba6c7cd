-- min_reader: 37
-- Why a printed document is `unverifiable`: WRITING_LOST where some of its writing is not seen in black and white.
ALTER TABLE print_jobs ADD COLUMN doubt TEXT NOT NULL DEFAULT '';
