import type { Actor } from '@foja/contracts/policies'
import { randomBytes } from 'node:crypto'
import { columnOf, type Asker } from './golden.ts'
import { unpack } from './unpack.ts'

/**
 * Who may see what, in any answer, link, message or live stream: by the columns of golden.txt, plus `P` for the user
 * whose own it is, regardless of role. Users of other companies see nothing.
 */
const sight = {
  /** Name of a company, and its id. */
  company: 'A B G M O C R',
  /** Name and address of a user: colleagues choose each other from a list. */
  person: 'A B G M O C R P',
  /** Position of a user. */
  personal: 'A B G P',
  settings: 'A B G M O C R',
  template: 'A B G M O C R',
  /** Titles, notes, parties and place of a request. */
  case: 'A B G M O',
  /** Name and content of a document. */
  document: 'A B G M O R',
  /** In the recycle bin, or shared with no colleague. */
  'unshared document': 'A B G M O',
  /** A share link, without its token. */
  share: 'A B G M O',
  /** Recipients of a message, and its id: part of the history of the document. */
  recipient: 'A B G M O R',
  /** Subject of a message. */
  message: 'A B G M O',
  /** Text of a message. */
  letter: 'A B G O',
  batch: 'P',
  session: 'P',
  /** Name in the certificate of a stored key. */
  key: 'P',
} as const

export type Kind = keyof typeof sight

/** `owner`: of the object that decides who sees it. */
export type Planted = { kind: Kind; id_company: string | null; owner: string | null }

const words = /zq[a-p]{12}/gi
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}|[\w-]{32,43}/g
/** The beginning of all words, by which drawn text is searched. */
export const wordStart = 'zq'

/** True if `actor` may see `planted`. */
function sees(actor: Asker, { kind, id_company, owner }: Planted): boolean {
  const allowed: string = sight[kind]
  if (owner === actor.id && allowed.includes('P')) return true
  return allowed.includes(columnOf(actor, id_company, owner))
}

/** Words planted in names, texts and files, and ids of objects, with what they belong to. */
export class Canaries {
  readonly #planted = new Map<string, Planted>()
  /** What was seen where it may be seen: proof that the search finds what is there. */
  readonly seen = new Set<Kind>()

  /** A new word; letters only, so that every search finds it. */
  word(planted: Planted): string {
    const letters = Array.from(randomBytes(6).toString('hex'), (digit) =>
      String.fromCodePoint(97 + parseInt(digit, 16)),
    )
    const word = `${wordStart}${letters.join('')}`
    this.#planted.set(word, planted)
    return word
  }

  /** Registers the id of an object. */
  id(id: string, planted: Planted): void {
    if (!this.#planted.has(id)) this.#planted.set(id, planted)
  }

  #in(text: string): string[] {
    const found = [...(text.match(words) ?? []).map((word) => word.toLowerCase()), ...(text.match(ids) ?? [])]
    return found.filter((one) => this.#planted.has(one))
  }

  /**
   * What `bytes` reveal to `actor` (null: no session) that they must not see and did not send themselves; packed parts
   * are unpacked first.
   */
  hiddenIn(bytes: Uint8Array, actor: Actor | null, sent = ''): string[] {
    const own = new Set(this.#in(sent))
    const found = new Set(unpack(bytes).flatMap((part) => this.#in(part)))
    return [...found].flatMap((one) => {
      const planted = this.#planted.get(one)!
      if (actor !== null && sees(actor, planted)) {
        this.seen.add(planted.kind)
        return []
      }
      return own.has(one) ? [] : [`${planted.kind} ${one}`]
    })
  }

  /** Words that `actor` must not see. */
  wordsHiddenFrom(actor: Asker): string[] {
    return [...this.#planted]
      .filter(([one, planted]) => /^zq[a-p]{12}$/.test(one) && !sees(actor, planted))
      .map(([one]) => one)
  }
}

/** Every kind, to prove that each was seen at least once. */
export const kinds = Object.keys(sight) as Kind[]
