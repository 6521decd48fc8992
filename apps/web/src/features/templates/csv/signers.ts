import type { FieldRecipient } from '@foja/contracts/signing-requests'
import type { TemplateField } from '@foja/contracts/template-fields'
import { isEmail } from '../../../lib/format/is-email.ts'
import { roleName } from '../role-name.ts'

/** Where the person of a role comes from: columns of the file, one for all rows, or no one. */
export const signerSources = ['column', 'same', 'none'] as const
type SignerSource = (typeof signerSources)[number]
type SignerAct = 'firma' | 'firma_simple'

/** The person of a role as chosen. `nombre` and `email`: titles of columns, or as typed for all rows. */
export type Signer = { source: SignerSource; nombre: string; email: string; rol: SignerAct }

/** What asking needs besides people: false: no mail server; the seal of the office is missing, or null. */
export type AskMeans = { mailReady: boolean; sealMissing: 'upload' | 'ask' | null }

/** A role of the template: one of its signature fields. */
type Role = Pick<TemplateField, 'key' | 'label' | 'role'>

export type Signers = Readonly<Record<string, Signer>>

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
const mails = ['correo', 'email', 'mail']

/** The signer of a role at first: columns that name the role, or the only ones with names and addresses. */
export function usualSigner(role: Role, roles: readonly Role[], header: readonly string[]): Signer {
  // The shortest title that fits: «Correo testigo» before «Correo testigo 2».
  const own = folded(roleName(role))
  const isMail = (title: string) => mails.some((word) => folded(title).includes(word))
  const find = (fits: (title: string) => boolean) =>
    header.filter(fits).toSorted((a, b) => a.length - b.length)[0] ?? ''
  const ofRole = (title: string) => folded(title).includes(own)
  const alone = roles.length === 1
  const email = find((title) => isMail(title) && ofRole(title)) || (alone ? find(isMail) : '')
  const nombre =
    find((title) => !isMail(title) && ofRole(title)) ||
    (alone ? find((title) => folded(title).startsWith('nombre') || folded(title).startsWith('name')) : '')
  return { source: 'column', nombre, email, rol: 'firma' }
}

/** The columns of a role in a file: those that `usualSigner` finds. */
export const signerTitles = (role: Role, words: { nombre: string; email: string }): string[] =>
  [words.nombre, words.email].map((word) => `${word} ${roleName(role)}`)

type SignerFault = 'personMissing' | 'emailWrong'
export type AskedRow = { recipients: FieldRecipient[]; faults: { key: string; fault: SignerFault }[] }

/** Who is asked for the document of a row, and what is missing. */
export function readSigners(
  cells: readonly string[],
  header: readonly string[],
  roles: readonly Role[],
  signers: Signers,
  mailReady: boolean,
): AskedRow {
  const asked: AskedRow = { recipients: [], faults: [] }
  for (const { key } of roles) {
    const { source, rol, ...from } = signers[key]!
    if (source === 'none') continue
    const textOf = (name: 'nombre' | 'email') =>
      (source === 'same' ? from[name] : (cells[header.indexOf(from[name])] ?? '')).trim()
    const [nombre, email] = [textOf('nombre').slice(0, 120), textOf('email')]
    if (nombre === '' || email === '') asked.faults.push({ key, fault: 'personMissing' })
    else if (!isEmail(email)) asked.faults.push({ key, fault: 'emailWrong' })
    else
      asked.recipients.push({
        nombre,
        email,
        rol,
        field: key,
        // Its code goes by mail.
        ...(rol === 'firma_simple' && !mailReady ? { code: false } : {}),
      })
  }
  return asked
}
