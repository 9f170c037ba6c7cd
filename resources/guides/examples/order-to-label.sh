#!/usr/bin/env bash
# From an order to its label with curl:  PACKBENCH_TOKEN=pb_… ./order-to-label.sh WEB-1001 label.pdf
set -euo pipefail
url="${PACKBENCH_URL:-http://127.0.0.1:4747/api/v1}"
order="$1"
file="$2"
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
# A repeat under the same key is answered like the first call. Curl repeats while the station is not reached.
api() {
  answer=$(curl -sS --max-time 60 --retry 3 --retry-all-errors -H "Authorization: Bearer $PACKBENCH_TOKEN" -H 'Content-Type: application/json' "$@")
  case "$answer" in
    '{"result":true'*) printf %s "$answer" ;;
    *) echo "refused: $answer" >&2; return 1 ;;
  esac
}

# 1. The order's shipment. "test": true buys a label that costs nothing and carries no parcel: leave it out for real ones.
shipment=$(api -H "Idempotency-Key: order $order" -d @- "$url/shipments" <<JSON
{
  "test": true,
  "order": { "orderNumber": "$order" },
  "recipientAddress": {
    "name": "Ayşe Yılmaz", "email": "ayse@example.com", "phone": "+905551112233",
    "address1": "Bağdat Cd. No: 5 D: 3", "countryCode": "TR", "cityCode": "34", "districtName": "Kadıköy"
  },
  "length": 20, "width": 15, "height": 10, "distanceUnit": "cm", "weight": 1, "massUnit": "kg"
}
JSON
)
id=$(printf %s "$shipment" | sed -n 's/^{[^{]*"data":{"id":"\([^"]*\)".*/\1/p')

# 2. Its offers: carriers answer one after the other.
while shipment=$(api "$url/shipments/$id"); [ "$(printf %s "$shipment" | field percentageCompleted)" != 100 ]; do sleep 0.5; done

# 3. The cheapest one, unless an earlier run has bought this order's label.
if [ -z "$(printf %s "$shipment" | field barcode)" ]; then
  offer=$(printf %s "$shipment" | sed -n 's/.*"cheapest":{"id":"\([^"]*\)".*/\1/p')
  [ -n "$offer" ] || { echo "no carrier made an offer for order $order" >&2; exit 1; }
  api -H "Idempotency-Key: buy $order" -d "{\"offerID\":\"$offer\"}" "$url/transactions" >/dev/null
  shipment=$(api "$url/shipments/$id")
fi

# 4. The label. Its link is signed: it needs no token. With .zpl in place of .pdf it is what a label printer takes.
curl -sSf --max-time 60 -o "$file" "$(printf %s "$shipment" | field labelURL)"

# 5. Where the parcel is: the shipment's status, and the carrier's when it has reported one.
echo "$order $(printf %s "$shipment" | field barcode) $(printf %s "$shipment" | field statusCode) $(printf %s "$shipment" | field trackingStatusCode)"
