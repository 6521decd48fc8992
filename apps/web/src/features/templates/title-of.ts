/** acta_de-acuerdo 2026.pdf → Acta de acuerdo 2026 */
export function titleOf(fileName: string): string {
  const plain = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
  return plain === '' ? fileName : plain.charAt(0).toLocaleUpperCase() + plain.slice(1)
}
