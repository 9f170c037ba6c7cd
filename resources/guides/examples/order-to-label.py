#!/usr/bin/env python3
"""From an order to its label, standard library only:  PACKBENCH_TOKEN=pb_... python3 order-to-label.py WEB-1001 label.pdf"""
import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ.get("PACKBENCH_URL", "http://127.0.0.1:4747/api/v1")
HEADERS = {"Authorization": "Bearer " + os.environ["PACKBENCH_TOKEN"], "Content-Type": "application/json"}
RECIPIENT = {
    "name": "Ayşe Yılmaz", "email": "ayse@example.com", "phone": "+905551112233",
    "address1": "Bağdat Cd. No: 5 D: 3", "countryCode": "TR", "cityCode": "34", "districtName": "Kadıköy",
}


def api(path, body=None, key=None):
    """A repeat under the same key is answered like the first call."""
    data = None if body is None else json.dumps(body).encode()
    headers = HEADERS if key is None else {**HEADERS, "Idempotency-Key": key}
    for attempt in range(3):
        try:
            with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers), timeout=60) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            sys.exit("refused: " + error.read().decode())
        except OSError:
            if attempt == 2:
                raise
            time.sleep(1)


order, file = sys.argv[1:3]
# 1. The order's shipment. "test" buys a label that costs nothing and carries no parcel: leave it out for real ones.
parcel = {"length": 20, "width": 15, "height": 10, "distanceUnit": "cm", "weight": 1, "massUnit": "kg"}
shipment = api("/shipments", {"test": True, "order": {"orderNumber": order}, "recipientAddress": RECIPIENT, **parcel}, "order " + order)
# 2. Its offers: carriers answer one after the other.
while (shipment := api("/shipments/" + shipment["id"]))["offers"]["percentageCompleted"] < 100:
    time.sleep(0.5)
# 3. The cheapest one, unless an earlier run has bought this order's label.
if not shipment["barcode"]:
    offer = shipment["offers"]["cheapest"]
    if offer is None:
        sys.exit("no carrier made an offer for order " + order)
    api("/transactions", {"offerID": offer["id"]}, "buy " + order)
    shipment = api("/shipments/" + shipment["id"])
# 4. The label. Its link is signed: it needs no token. With .zpl in place of .pdf it is what a label printer takes.
with urllib.request.urlopen(shipment["labelURL"], timeout=60) as label, open(file, "wb") as out:
    out.write(label.read())
# 5. Where the parcel is: the shipment's status, and the carrier's when it has reported one.
tracking = shipment["trackingStatus"] or {"trackingStatusCode": ""}
print(order, shipment["barcode"], shipment["statusCode"], tracking["trackingStatusCode"])
