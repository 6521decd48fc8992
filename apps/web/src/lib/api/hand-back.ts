/** Error statuses of a call that stay on its page. */
type Statuses = 'all' | 'all but 401' | readonly number[]

/**
 * Calls whose errors do not lead to /refresh, although they are not 400 (specification, section 8), by API name.
 * docs/adr/0044-what-does-not-go-to-refresh.md gives the reason of each; a test compares it with this table.
 */
export const handBack: Readonly<Record<string, Statuses>> = {
  setup: 'all',
  forgot_password: 'all',
  check_link: 'all',
  set_password: 'all',
  get_document_share: 'all but 401',
  verify_code: 'all but 401',
  verify_document: 'all but 401',
  recipient_request: 'all',
  recipient_code: 'all',
  recipient_fill: 'all',
  recipient_prepare: 'all',
  recipient_complete: 'all',
  recipient_sign_simple: 'all',
  recipient_approve: 'all',
  recipient_decline: 'all',
  recipient_delegate: 'all',
  recipient_deliver: 'all',
  recipient_delivered: 'all',
  recipient_receipt: 'all',
  recipient_answer: 'all',
  page_text: 'all',
  verify_page_text: 'all',
  end_session: [404],
  rename_passkey: [404],
  remove_passkey: [404],
}

/** The API name of a call, e.g. `send_solicitud`. */
export const nameOf = (url: string): string | undefined => /\/api\/v1\/([^/?]+)/.exec(url)?.[1]

/** True if the page of the call shows this error itself. */
export function staysOnPage(url: string, status: number): boolean {
  const statuses = handBack[nameOf(url) ?? ''] ?? []
  if (typeof statuses === 'string') return statuses === 'all' || status !== 401
  return statuses.includes(status)
}

/** True if the page of the call shows all its errors itself, so that none is recorded. */
export const reportsItself = (name: string): boolean => typeof handBack[name] === 'string'
