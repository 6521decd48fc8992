import type { Certificate } from './certificate.ts'
import { ExtensionOid, readGeneralNames } from './certificate-extensions.ts'
import { Tag } from './cms/der.ts'
import type { DerNode } from './cms/read-der.ts'
import { children, contentOf, encodingOf, expectTag, readNode } from './cms/read-der.ts'
import { comparableName } from './distinguished-name.ts'

/** Context tags of GeneralName (RFC 5280 §4.2.1.6). */
const Kind = { email: 0x81, dns: 0x82, directory: 0xa4, uri: 0x86, ip: 0x87 } as const

type GeneralName = { tag: number; encoding: Uint8Array; content: Uint8Array }

const text = (name: GeneralName): string => Buffer.from(name.content).toString('latin1').toLowerCase()

function withinDirectory(name: GeneralName, base: GeneralName): boolean {
  const nameOf = (general: GeneralName) => {
    const explicit = children(readNode(general.encoding))[0]
    return comparableName(expectTag(explicit, Tag.sequence, 'directory name'))
  }
  const [subject, prefix] = [nameOf(name), nameOf(base)]
  return prefix.length <= subject.length && prefix.every((relative, i) => relative === subject[i])
}

const withinDns = (host: string, base: string): boolean =>
  base === '' || host === base || host.endsWith(base.startsWith('.') ? base : `.${base}`)

/** A mailbox, a host, or with a leading dot a domain (RFC 5280 §4.2.1.10). */
function withinEmail(address: string, base: string): boolean {
  if (base.includes('@')) return address === base
  const host = address.slice(address.lastIndexOf('@') + 1)
  return base.startsWith('.') ? host.endsWith(base) : host === base
}

/** True if a name lies in a subtree of the same kind; null for an unsupported kind. */
function within(name: GeneralName, base: GeneralName): boolean | null {
  switch (name.tag) {
    case Kind.directory:
      return withinDirectory(name, base)
    case Kind.dns:
      return withinDns(text(name), text(base))
    case Kind.email:
      return withinEmail(text(name), text(base))
    case Kind.uri: {
      const host = URL.canParse(text(name)) ? new URL(text(name)).hostname : ''
      return text(base).startsWith('.') ? host.endsWith(text(base)) : host === text(base)
    }
    default:
      return null
  }
}

/** The names of a certificate that constraints apply to: subject, subjectAltName, and e-mail inside the subject. */
function namesOf(certificate: Certificate): GeneralName[] {
  const names: GeneralName[] = []
  const subject = readNode(certificate.subjectDer)
  if (subject.contentEnd > subject.contentStart) {
    // wrapped as GeneralName [4]; only its child is read, so a header of the right shape is enough
    const encoding = Buffer.concat([directoryHeader(certificate.subjectDer.length), certificate.subjectDer])
    names.push({ tag: Kind.directory, encoding, content: certificate.subjectDer })
  }
  const alternative = certificate.extensions.find(({ oid }) => oid === ExtensionOid.subjectAltName)
  if (alternative) names.push(...readGeneralNames(alternative.value))
  else if (certificate.subject.email) {
    const content = Buffer.from(certificate.subject.email, 'latin1')
    names.push({ tag: Kind.email, encoding: content, content })
  }
  return names
}

const directoryHeader = (length: number): Buffer =>
  Buffer.from([Kind.directory, 0x84, length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff])

/** GeneralSubtree ::= SEQUENCE { base GeneralName, minimum [0] DEFAULT 0, maximum [1] OPTIONAL } */
function subtrees(field: DerNode | undefined): GeneralName[] {
  if (!field) return []
  return children(field).map((subtree) => {
    const base = children(subtree)[0]
    if (!base) throw new RangeError('empty subtree')
    return { tag: base.tag, encoding: encodingOf(base), content: contentOf(base) }
  })
}

/**
 * True if a certificate's names satisfy an issuer's name constraints (RFC 5280 §4.2.1.10). A constraint on an
 * unsupported kind of name counts as violated when the certificate has such a name.
 */
export function satisfiesNameConstraints(certificate: Certificate, constraints: Uint8Array): boolean {
  const fields = children(expectTag(readNode(constraints), Tag.sequence, 'name constraints'))
  const permitted = subtrees(fields.find((field) => field.tag === 0xa0))
  const excluded = subtrees(fields.find((field) => field.tag === 0xa1))
  return namesOf(certificate).every((name) => {
    const ofKind = (bases: GeneralName[]) => bases.filter((base) => base.tag === name.tag)
    if (ofKind(excluded).some((base) => within(name, base) !== false)) return false
    const allowed = ofKind(permitted)
    return allowed.length === 0 || allowed.some((base) => within(name, base) === true)
  })
}
