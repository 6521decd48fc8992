import type { FastifyInstance } from 'fastify'
import type { SecurityContact } from '../config.ts'
import type { AppDeps } from '../deps.ts'
import { ProblemError } from './problem.ts'

/** The text of RFC 9116, section 2.5. */
export function securityTxt({ contacts, expires, languages }: SecurityContact, publicUrl: string | undefined): string {
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    // Web addresses must be https (section 2.5.2).
    ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** `/.well-known/security.txt`, where it is configured and has not expired. */
export function registerSecurityTxt(app: FastifyInstance, { config, clock }: Pick<AppDeps, 'config' | 'clock'>): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const { securityContact, publicUrl } = config
    if (securityContact === undefined || securityContact.expires <= clock()) throw new ProblemError('not_found')
    return reply.type('text/plain; charset=utf-8').send(securityTxt(securityContact, publicUrl))
  })
}
