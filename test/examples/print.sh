#!/bin/sh
# Prints a label on the station's label printer, and waits until it is printed. Needs curl.
#   PACKBENCH_TOKEN=pb_… ./print.sh label.zpl
# The token needs the scope print:raw; for a PDF or PNG, print is enough.
set -eu
url="${PACKBENCH_URL:-http://127.0.0.1:4747/api/v1}"
file="$1"
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
api() { curl -sS --max-time 30 -H "Authorization: Bearer $PACKBENCH_TOKEN" "$@"; }

# The key makes a retry safe: the same key and body print once. Derive the key from your own record, such as a pick list's number.
key="print.sh $(cksum <"$file" | tr ' ' -) ${PACKBENCH_KEY:-$(date +%s)-$$}"
answer=$(printf '{"content":"%s","title":"print.sh"}' "$(base64 <"$file" | tr -d '\n')" |
  api --retry 3 --retry-all-errors -H 'Content-Type: application/json' -H "Idempotency-Key: $key" -d @- "$url/station/printjobs")
id=$(printf %s "$answer" | field id)
if [ -z "$id" ]; then
  echo "not accepted: $answer" >&2
  exit 1
fi

while :; do
  job=$(api "$url/station/printjobs/$id")
  status=$(printf %s "$job" | field status)
  case "$status" in
    SENT | CONFIRMED) echo "$status"; exit 0 ;;
    FAILED) echo "FAILED: $(printf %s "$job" | field lastError)" >&2; exit 1 ;;
    '') echo "not followed: $job" >&2; exit 1 ;;
    UNKNOWN) echo "UNKNOWN: look at the printer, and answer at the station" >&2; exit 2 ;;
  esac
  sleep 0.2
done
