import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { SecurityContact } from '../config.ts'
import { registerSecurityTxt } from './security-txt.ts'

const securityContact: SecurityContact = {
  contacts: ['mailto:seguridad@oficina.ec', 'https://oficina.ec/seguridad'],
  expires: new Date('2027-06-30T23:59:59Z'),
  languages: ['es', 'en'],
}

async function ask(config: { securityContact?: SecurityContact; publicUrl?: string }, now = '2027-06-30T12:00:00Z') {
  const app = Fastify()
  const { publicUrl, ...rest } = config
  registerSecurityTxt(app, { config: { publicUrl, host: '127.0.0.1', ...rest }, clock: () => new Date(now) })
  const { statusCode, headers, body } = await app.inject('/.well-known/security.txt')
  return { status: statusCode, type: headers['content-type'], body }
}

describe('security.txt', () => {
  it('has the fields of RFC 9116', async () => {
    expect(await ask({ securityContact, publicUrl: 'https://foja.oficina.ec' })).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: [
        'Contact: mailto:seguridad@oficina.ec',
        'Contact: https://oficina.ec/seguridad',
        'Expires: 2027-06-30T23:59:59.000Z',
        'Preferred-Languages: es, en',
        'Canonical: https://foja.oficina.ec/.well-known/security.txt',
        '',
      ].join('\n'),
    })
    expect((await ask({ securityContact, publicUrl: 'http://foja.local' })).body).not.toContain('Canonical')
  })

  it('is absent without a contact and once it has expired', async () => {
    expect((await ask({})).body).toContain('not_found')
    expect((await ask({ securityContact }, '2027-06-30T23:59:58.999Z')).status).toBe(200)
    expect((await ask({ securityContact }, '2027-06-30T23:59:59Z')).body).toContain('not_found')
  })
})
