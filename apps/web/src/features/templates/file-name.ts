/** A name that every file system can store: without path and control characters, at most 100 characters. */
export function fileNameOf(name: string): string {
  const plain = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
  return plain === '' ? 'plantilla' : plain
}
