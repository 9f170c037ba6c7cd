-- min_reader: 37
-- How much is kept here of what each station wrote and this one cannot apply: kind 'aside' for transactions set aside, 'parked'
-- for changes whose rows are not here or not known. Triggers count, so that no writer can forget to.
CREATE TABLE kept_of_stations (
  station_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  n          INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,
  PRIMARY KEY (station_id, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO kept_of_stations
SELECT station_id, 'aside', count(*), sum(length(body)) FROM commits_set_aside GROUP BY station_id;

INSERT INTO kept_of_stations
SELECT substr(s.name, 1, instr(s.name || '.', '.') - 1), 'parked', count(*), sum(length(p.row_id) + length(p.value) + 100)
  FROM parked_changes AS p
  JOIN stations AS s ON s.no = CAST(substr(p.stamp, 18) AS INTEGER)
 GROUP BY 1;

CREATE TRIGGER aside_counted AFTER INSERT ON commits_set_aside BEGIN
  INSERT INTO kept_of_stations VALUES (NEW.station_id, 'aside', 1, length(NEW.body))
      ON CONFLICT DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER aside_counted_less AFTER DELETE ON commits_set_aside BEGIN
  UPDATE kept_of_stations SET n = n - 1, bytes = bytes - length(OLD.body)
   WHERE station_id = OLD.station_id AND kind = 'aside';
END;

CREATE TRIGGER aside_recounted AFTER UPDATE OF body ON commits_set_aside BEGIN
  UPDATE kept_of_stations SET bytes = bytes - length(OLD.body) + length(NEW.body)
   WHERE station_id = OLD.station_id AND kind = 'aside';
END;

CREATE TRIGGER parked_counted AFTER INSERT ON parked_changes BEGIN
  INSERT INTO kept_of_stations
  SELECT substr(name, 1, instr(name || '.', '.') - 1), 'parked', 1, length(NEW.row_id) + length(NEW.value) + 100
    FROM stations WHERE no = CAST(substr(NEW.stamp, 18) AS INTEGER)
      ON CONFLICT DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER parked_counted_less AFTER DELETE ON parked_changes BEGIN
  UPDATE kept_of_stations SET n = n - 1, bytes = bytes - (length(OLD.row_id) + length(OLD.value) + 100)
   WHERE kind = 'parked'
     AND station_id = (SELECT substr(name, 1, instr(name || '.', '.') - 1) FROM stations WHERE no = CAST(substr(OLD.stamp, 18) AS INTEGER));
END;

-- An update may give a field to another writer.
CREATE TRIGGER parked_recounted AFTER UPDATE ON parked_changes BEGIN
  UPDATE kept_of_stations SET n = n - 1, bytes = bytes - (length(OLD.row_id) + length(OLD.value) + 100)
   WHERE kind = 'parked'
     AND station_id = (SELECT substr(name, 1, instr(name || '.', '.') - 1) FROM stations WHERE no = CAST(substr(OLD.stamp, 18) AS INTEGER));
  INSERT INTO kept_of_stations
  SELECT substr(name, 1, instr(name || '.', '.') - 1), 'parked', 1, length(NEW.row_id) + length(NEW.value) + 100
    FROM stations WHERE no = CAST(substr(NEW.stamp, 18) AS INTEGER)
      ON CONFLICT DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;

-- What waits longest ends first.
CREATE INDEX parked_changes_by_time ON parked_changes (stamp);
CREATE INDEX commits_set_aside_by_time ON commits_set_aside (created_at);
