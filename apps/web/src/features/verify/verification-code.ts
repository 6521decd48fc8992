/** What somebody typed, as the code that it stands for so far: letters that are read for digits, no dashes. */
export const cleanCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-HJKMNP-TV-Z]/g, '')
    .slice(0, 16)

/** In the four groups in which it is printed. */
export const groupCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''

/** The code that the text of a stamp's QR carries: in the address after «VALIDAR CON:», or by itself. */
export function codeInQr(text: string): string | null {
  const [, inAddress] = /[?&]codigo=([0-9A-Za-z-]{16,19})(?![0-9A-Za-z-])/.exec(text) ?? []
  const alone = /^[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){3}$/.test(text.trim()) ? text : undefined
  const code = cleanCode(inAddress ?? alone ?? '')
  return code.length === 16 ? code : null
}
