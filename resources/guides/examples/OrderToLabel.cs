// From an order to its label, .NET 8 or newer:  PACKBENCH_TOKEN=pb_… dotnet run -- WEB-1001 label.pdf
using System; using System.IO; using System.Net.Http; using System.Net.Http.Headers; using System.Text; using System.Text.RegularExpressions; using System.Threading.Tasks;

public static class OrderToLabel
{
    static readonly string Url = Environment.GetEnvironmentVariable("PACKBENCH_URL") ?? "http://127.0.0.1:4747/api/v1";
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };

    // A repeat under the same key is answered like the first call.
    static async Task<string> Api(string path, string body = null, string key = null)
    {
        for (var attempt = 1; ; attempt++)
        {
            var request = new HttpRequestMessage(body == null ? HttpMethod.Get : HttpMethod.Post, Url + path);
            if (body != null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
            if (key != null) request.Headers.Add("Idempotency-Key", key);
            try
            {
                var text = await (await Http.SendAsync(request)).Content.ReadAsStringAsync();
                if (!text.StartsWith("{\"result\":true")) throw new InvalidOperationException("refused: " + text);
                return text;
            }
            catch (HttpRequestException) when (attempt < 3) { }
            await Task.Delay(1000);
        }
    }

    // Your program has a JSON library: this finds one text or number in an answer, and needs none.
    static string Field(string json, string pattern) => Regex.Match(json, pattern + ":\"?([^\",}]*)").Groups[1].Value;

    public static void Main(string[] args) => Run(args[0], args[1]).GetAwaiter().GetResult();

    static async Task Run(string order, string file)
    {
        Http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("PACKBENCH_TOKEN"));
        // 1. The order's shipment. "test" buys a label that costs nothing and carries no parcel: leave it out for real ones.
        var recipient = @"{""name"":""Ayşe Yılmaz"",""email"":""ayse@example.com"",""phone"":""+905551112233"",""address1"":""Bağdat Cd. No: 5 D: 3"",""countryCode"":""TR"",""cityCode"":""34"",""districtName"":""Kadıköy""}";
        var parcel = @"""length"":20,""width"":15,""height"":10,""distanceUnit"":""cm"",""weight"":1,""massUnit"":""kg""";
        var shipment = await Api("/shipments", $@"{{""test"":true,""order"":{{""orderNumber"":""{order}""}},""recipientAddress"":{recipient},{parcel}}}", "order " + order);
        var id = Field(shipment, "\"data\":{\"id\"");
        // 2. Its offers: carriers answer one after the other.
        while (Field(shipment = await Api("/shipments/" + id), "\"percentageCompleted\"") != "100") await Task.Delay(500);
        // 3. The cheapest one, unless an earlier run has bought this order's label.
        if (Field(shipment, "\"barcode\"") == "")
        {
            var offer = Field(shipment, "\"cheapest\":{\"id\"");
            if (offer == "") throw new InvalidOperationException("no carrier made an offer for order " + order);
            await Api("/transactions", $@"{{""offerID"":""{offer}""}}", "buy " + order);
            shipment = await Api("/shipments/" + id);
        }
        // 4. The label. Its link is signed: it needs no token. With .zpl in place of .pdf it is what a label printer takes.
        File.WriteAllBytes(file, await Http.GetByteArrayAsync(Field(shipment, "\"labelURL\"")));
        // 5. Where the parcel is: the shipment's status, and the carrier's when it has reported one.
        Console.WriteLine(order + " " + Field(shipment, "\"barcode\"") + " " + Field(shipment, "\"statusCode\"") + " " + Field(shipment, "\"trackingStatusCode\""));
    }
}
