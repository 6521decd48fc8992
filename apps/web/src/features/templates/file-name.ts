/** A name as every system can store it as a file: without path marks and control characters, of 100 characters at most. */
export function fileNameOf(name: string): string {
  const plain = name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
  return plain === '' ? 'plantilla' : plain
}
