/** Normalises a typed code: letters that look like digits become digits, dashes are removed. */
export const cleanCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '')
    .slice(0, 16)

/** The code in groups of four, as printed. */
export const groupCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/** The code in the text of a stamp's QR code: in the URL after «VALIDAR CON:», or alone. */
export function codeInQr(text: string): string | null {
  const [, inAddress] = /[?&]codigo=([0-9A-Za-z-]{16,19})(?![0-9A-Za-z-])/.exec(text) ?? []
  const alone = /^[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3}$/.test(text.trim()) ? text : undefined
  const code = cleanCode(inAddress ?? alone ?? '')
  return code.length === 16 ? code : null
}
