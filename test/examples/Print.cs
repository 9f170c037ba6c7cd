// Prints a label on the station's label printer, and waits until it is printed. Needs .NET 8 or newer and no packages.
//
//     PACKBENCH_TOKEN=pb_… dotnet run -- label.zpl
//
// The token needs the scope print:raw; for a PDF or PNG, print is enough. No test runs this file; print.mjs in this folder is the same program.
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;

var url = Environment.GetEnvironmentVariable("PACKBENCH_URL") ?? "http://127.0.0.1:4747/api/v1";
// GetFromJsonAsync below throws for a failed status, and its error ends the program.
using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("PACKBENCH_TOKEN"));

// The key makes a retry safe: the same key and body print once.
var key = Environment.GetEnvironmentVariable("PACKBENCH_KEY") ?? Guid.NewGuid().ToString();
var content = Convert.ToBase64String(await File.ReadAllBytesAsync(args[0]));
JsonElement answer = default;
for (var attempt = 1; ; attempt++)
{
    using var request = new HttpRequestMessage(HttpMethod.Post, $"{url}/station/printjobs") { Content = JsonContent.Create(new { content, title = "Print.cs" }) };
    request.Headers.Add("Idempotency-Key", key);
    try
    {
        using var response = await http.SendAsync(request);
        answer = await response.Content.ReadFromJsonAsync<JsonElement>();
        break;
    }
    catch (HttpRequestException) when (attempt < 3)
    {
        // The next attempt sends the same key.
    }
}
if (!answer.GetProperty("result").GetBoolean())
{
    Console.Error.WriteLine($"not accepted: {answer.GetProperty("code").GetString()} {answer.GetProperty("message").GetString()}");
    return 1;
}

var id = answer.GetProperty("data").GetProperty("id").GetString();
while (true)
{
    var job = (await http.GetFromJsonAsync<JsonElement>($"{url}/station/printjobs/{id}")).GetProperty("data");
    switch (job.GetProperty("status").GetString())
    {
        case "SENT" or "CONFIRMED":
            Console.WriteLine(job.GetProperty("status").GetString());
            return 0;
        case "FAILED":
            Console.Error.WriteLine($"FAILED: {job.GetProperty("lastError").GetString()}");
            return 1;
        case "UNKNOWN":
            Console.Error.WriteLine("UNKNOWN: look at the printer, and answer at the station");
            return 2;
    }
    await Task.Delay(200);
}
