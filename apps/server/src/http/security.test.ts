import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerSecurityHeaders } from './security.ts'

it('the page of a recipient opens while its sites cannot be read, in no frame', async () => {
  const app = Fastify()
  const asked: string[] = []
  registerSecurityHeaders(app, {
    https: false,
    scriptHashes: [],
    findFramers: async (token) => {
      asked.push(token)
      throw new Error('no database')
    },
  })
  app.get('/pedido', () => 'the page')
  const answer = await app.inject('/pedido?p=abc')
  expect(asked).toEqual(['abc'])
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('the page')
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
