import { signingRequestLimits as limits } from '@foja/contracts/request-states'
import type { SigningRequest } from '@foja/contracts/signing-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAttemptKey } from '../../lib/api/uuid.ts'
import { useFormSend } from '../../shared/use-form-send.ts'
import { useTermTexts } from '../../shared/texts/term.ts'
import { toast } from '../../ui/toast-store.ts'
import { createRequest, refreshRequests } from './api/signing-requests.ts'
import type { KnownPerson } from './components/recipient-list.tsx'
import type { RowErrors } from './components/recipient-row.tsx'
import {
  bodyOf,
  checkDraft,
  draftOf,
  emptyDraft,
  fieldOf,
  sentOf,
  templateBodyOf,
  withTones,
  type AskedOfTemplate,
  type Draft,
  type DraftRecipient,
  type TemplateRole,
} from './draft.ts'
import { useAskTexts } from './texts/ask.ts'

/** A document that the request makes from a template. */
export type FromTemplate = {
  /** Each is a recipient at first. */
  roles: readonly TemplateRole[]
  create: (body: AskedOfTemplate) => Promise<SigningRequest>
}

type Options = {
  chosen: readonly string[]
  people: readonly KnownPerson[]
  asksAll?: boolean
  first?: KnownPerson | undefined
  /** A kept draft, which is changed. */
  kept?: SigningRequest | undefined
  template?: FromTemplate
  onDone: (request: SigningRequest) => void
}

const names = ['nombre', 'email', 'telefono', 'identificacion'] as const
const fields = [
  'titulo',
  'mensaje',
  'documents',
  'recipients',
  'expires_at',
  ...Array.from({ length: limits.recipients }, (_, at) => names.map((name) => fieldOf(at, name))).flat(),
]

/** Fields of errors that the server reports by code. */
const byCode = {
  document_not_pdf: 'documents',
  document_requested: 'documents',
  documents_apart: 'documents',
  recipients_missing: 'recipients',
  recipient_repeated: 'recipients',
  date_in_past: 'expires_at',
  request_term_too_long: 'expires_at',
}

/** Each address once. */
const knownOnce = (people: readonly KnownPerson[]): Partial<DraftRecipient>[] => {
  const addresses = people.map(({ email }) => email.toLowerCase())
  return people
    .filter((_, at) => addresses.indexOf(addresses[at]!) === at)
    .map(({ identificacion = '', ...one }) => ({ ...one, identificacion }))
}

/** The draft, its errors, and what sends it. */
export function useAsk({ chosen, people, asksAll = false, first, kept, template, onDone }: Options) {
  const ask = useAskTexts()
  const term = useTermTexts()
  const queries = useQueryClient()
  const { keyFor } = useAttemptKey()
  const [draft, setDraft] = useState<Draft>(() => {
    if (kept !== undefined) return { ...draftOf(kept), documents: chosen }
    return emptyDraft(
      chosen,
      template?.roles.map((role) => ({ role })) ??
        knownOnce([...(asksAll ? people : []), ...(first === undefined ? [] : [first])]),
    )
  })
  const [sends, setSends] = useState(true)
  const sendsNow = useRef(true)
  /** Ids of the recipients in the order of the last attempt: errors count them. */
  const [order, setOrder] = useState<readonly string[]>([])
  const { errors, state, submit, mend } = useFormSend<string, SigningRequest>({
    send: () => {
      if (template !== undefined) return template.create(templateBodyOf(draft, sendsNow.current))
      const body = {
        ...bodyOf(draft, sendsNow.current),
        ...(kept === undefined ? {} : { replaces: kept.id }),
      }
      return createRequest({ ...body, key: keyFor(body) })
    },
    fields,
    byCode,
    onDone: async (request) => {
      toast.success(sendsNow.current ? ask.sent : ask.saved)
      await refreshRequests(queries)
      onDone(request)
    },
  })
  const attempt = (send: boolean) => {
    if (state.busy) return
    sendsNow.current = send
    setSends(send)
    setOrder(sentOf(draft.recipients).map(({ id }) => id))
    const faults = Object.entries(checkDraft(draft))
    const words = { ...term.faults, ...ask.faults }
    submit(Object.fromEntries(faults.map(([field, fault]) => [field, words[fault]])))
  }
  const change = (part: Partial<Draft>) => {
    for (const name of Object.keys(part)) mend(name === 'lastDay' ? 'expires_at' : name)
    setDraft((before) => ({
      ...before,
      ...part,
      ...(part.recipients === undefined ? {} : { recipients: withTones(part.recipients) }),
    }))
  }
  const errorsOf = (id: string): RowErrors => {
    const at = order.indexOf(id)
    return at === -1 ? {} : Object.fromEntries(names.map((name) => [name, errors[fieldOf(at, name)]]))
  }
  const mendRow = (id: string, part: Partial<DraftRecipient>) => {
    for (const name of names) if (name in part || part.mustMatch === false) mend(fieldOf(order.indexOf(id), name))
  }
  return { draft, change, errors, errorsOf, mendRow, state, sends, attempt }
}
