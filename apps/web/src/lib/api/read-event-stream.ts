/**
 * Reads server-sent events (HTML, 9.2.6) out of the bytes of a reply, cut anywhere, and calls `onData` with the data of
 * each. `onBytes` is told of everything that comes, also of the comments that only keep the line open. Resolves when
 * the stream ends; rejects as its reader does.
 */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  onData: (data: string) => void,
  onBytes: () => void = () => {},
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  const take = (line: string) => {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line[5] === ' ' ? 6 : 5))
    }
  }
  for (;;) {
    const { done, value } = await reader.read()
    // What has no empty line after it never arrived whole.
    if (done) return
    onBytes()
    rest += decoder.decode(value, { stream: true })
    // A carriage return at the end may be half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}
