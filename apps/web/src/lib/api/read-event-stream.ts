/**
 * Parses server-sent events (HTML, 9.2.6) from chunks of any size, and calls `onData` with the data of each. `onBytes`
 * is called for everything, also for keep-alive comments. Resolves when the stream ends; rejects when its reader does.
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
    // An event without a final empty line is incomplete and dropped.
    if (done) return
    onBytes()
    rest += decoder.decode(value, { stream: true })
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
}
