/**
 * The data of each event of a stream of server-sent events. Read here and not by the SDK, which hides whether `[DONE]` came:
 * without it a stream that was cut looks like one that ended. A character split between packets is put together.
 */
export async function* readEvents(packets: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  for await (const packet of packets) {
    // A "\r" at the end may be half of "\r\n", and is kept for the next packet.
    const lines = (rest + decoder.decode(packet, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
  // Some servers forget the blank line behind the last event. A cut event is no JSON, and is dropped.
  const last = [...data, ...(rest.startsWith("data:") ? [rest.slice(5).trim()] : [])].join("\n").trim();
  if (last === "[DONE]" || isJson(last)) yield last;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
