import { ProblemError } from '../../http/problem.ts'
import { mailDomain } from '../../lib/mail-domain.ts'
import { isPublicMailDomain } from './public-mail-domains.ts'

/**
 * Returns a typed mail domain in lower case and ASCII; a leading `@` is allowed.
 * @throws ProblemError domain_wrong, domain_public
 */
export function readDomain(typed: string): string {
  const domain = mailDomain(typed.trim().replace(/^@/, ''))
  const about = { field: 'domains', subject: typed }
  if (domain === null) throw new ProblemError('domain_wrong', about)
  if (isPublicMailDomain(domain)) throw new ProblemError('domain_public', about)
  return domain
}
