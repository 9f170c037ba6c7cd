<?php
// From an order to its label, PHP 8 without extensions:  PACKBENCH_TOKEN=pb_… php order-to-label.php WEB-1001 label.pdf
$url = getenv('PACKBENCH_URL') ?: 'http://127.0.0.1:4747/api/v1';
$recipient = [
    'name' => 'Ayşe Yılmaz', 'email' => 'ayse@example.com', 'phone' => '+905551112233',
    'address1' => 'Bağdat Cd. No: 5 D: 3', 'countryCode' => 'TR', 'cityCode' => '34', 'districtName' => 'Kadıköy',
];

function stop(string $reason): never
{
    fwrite(STDERR, $reason . "\n");
    exit(1);
}

/** A repeat under the same key is answered like the first call. */
function api(string $path, ?array $body = null, ?string $key = null): array
{
    global $url;
    $headers = ['Authorization: Bearer ' . getenv('PACKBENCH_TOKEN'), 'Content-Type: application/json'];
    if ($key !== null) $headers[] = "Idempotency-Key: $key";
    $request = ['method' => $body === null ? 'GET' : 'POST', 'header' => $headers, 'timeout' => 60, 'ignore_errors' => true];
    if ($body !== null) $request['content'] = json_encode($body);
    for ($attempt = 1; $attempt <= 3; $attempt++) {
        $answer = @file_get_contents($url . $path, false, stream_context_create(['http' => $request]));
        if ($answer !== false) break;
        sleep(1);
    }
    if ($answer === false) stop("$url was not reached");
    $parsed = json_decode($answer, true);
    if (($parsed['result'] ?? false) !== true) stop("refused: $answer");
    return $parsed['data'];
}

[, $order, $file] = $argv;
// 1. The order's shipment. "test" buys a label that costs nothing and carries no parcel: leave it out for real ones.
$parcel = ['length' => 20, 'width' => 15, 'height' => 10, 'distanceUnit' => 'cm', 'weight' => 1, 'massUnit' => 'kg'];
$shipment = api('/shipments', ['test' => true, 'order' => ['orderNumber' => $order], 'recipientAddress' => $recipient] + $parcel, "order $order");
// 2. Its offers: carriers answer one after the other.
while (($shipment = api("/shipments/{$shipment['id']}"))['offers']['percentageCompleted'] < 100) usleep(500000);
// 3. The cheapest one, unless an earlier run has bought this order's label.
if ($shipment['barcode'] === '') {
    $offer = $shipment['offers']['cheapest'] ?? stop("no carrier made an offer for order $order");
    api('/transactions', ['offerID' => $offer['id']], "buy $order");
    $shipment = api("/shipments/{$shipment['id']}");
}
// 4. The label. Its link is signed: it needs no token. With .zpl in place of .pdf it is what a label printer takes.
$label = file_get_contents($shipment['labelURL']);
if ($label === false) stop('the label was not reached');
file_put_contents($file, $label);
// 5. Where the parcel is: the shipment's status, and the carrier's when it has reported one.
echo "$order {$shipment['barcode']} {$shipment['statusCode']} " . ($shipment['trackingStatus']['trackingStatusCode'] ?? '') . "\n";
