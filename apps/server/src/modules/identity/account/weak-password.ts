import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Words that begin or make up the passwords that guessing programs try first (NIST SP 800-63B-4, 3.1.1.2: compare
 * against commonly used values; length does the rest).
 */
const common = [
  'password', 'passw0rd', 'contraseña', 'contrasena', 'clave', 'secreto', 'secret', 'admin', 'administrador',
  'administrator', 'qwerty', 'asdfgh', 'zxcvbn', 'bienvenido', 'welcome', 'letmein', 'iloveyou', 'tequiero', 'teamo',
  'foja', 'firma', 'usuario', 'user', 'root', 'changeme', 'default', 'prueba', 'test', 'abc', 'ecuador', 'espana',
  'mexico', 'bolivia', 'peru', 'colombia', 'chile', 'argentina',
] // prettier-ignore

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

let leaked: ReadonlySet<string> | undefined

/** The 49,000 most common leaked passwords, from a bundled dictionary: no network request. */
const isLeaked = (folded: string): boolean => (leaked ??= new Set(dictionary['passwords-common'].map(fold))).has(folded)

/** How many digits and signs guessing programs add to a word: years, dates, telephone numbers. */
const mostAround = 8

/** True for keys that follow each other on the keyboard or in the alphabet: 123456…, qwerty…, abcdef…. */
function isRun(text: string): boolean {
  const rows = ['01234567890123456789', 'qwertyuiopqwertyuiop', 'asdfghjklasdfghjkl', 'zxcvbnmzxcvbnm']
  const lines = [...rows, 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz']
  return lines.some((line) => line.includes(text) || line.split('').reverse().join('').includes(text))
}

/**
 * True if a long enough password is still among the first guesses: leaked, little variety, a repeated piece, a keyboard
 * run, or a common or personal word (`about`) with only digits and signs around it.
 * Case and accents do not count.
 */
export function isWeakPassword(password: string, about: readonly string[]): boolean {
  const text = fold(password)
  if (isLeaked(text)) return true
  if (new Set(text).size < 5) return true
  if (/^(.{1,4})\1+.{0,3}$/.test(text)) return true
  const letters = text.replace(/[^a-z]/g, '')
  const digits = text.replace(/\D/g, '')
  if (isRun(text) || (letters.length >= 4 && isRun(letters) && digits.length + letters.length >= text.length - 2)) {
    return true
  }
  if (letters.length === 0) return digits.length === text.length
  if (letters.length >= 4 && text.length - letters.length <= mostAround && isLeaked(letters)) return true
  const personal = about.flatMap((value) => [value, ...value.split(/[^\p{L}\p{N}]+/u)].map(fold))
  const words = [...common.map(fold), ...personal.map((word) => word.replace(/[^a-z]/g, ''))]
  return words.some((word) => word.length >= 3 && (letters === word || letters === word + word))
}
