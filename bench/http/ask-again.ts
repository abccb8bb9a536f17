/** `node ask-again.js URL CLIENTS`: sends requests until it is stopped, and reads every answer to the end. */
const [url, clients] = process.argv.slice(2);

async function askForever(): Promise<never> {
  for (;;) {
    const response = await fetch(url!);
    for await (const chunk of response.body ?? []) void chunk;
  }
}

await Promise.all(Array.from({ length: Number(clients) }, askForever));
