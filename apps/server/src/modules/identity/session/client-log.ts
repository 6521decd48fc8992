import { authPaths } from '@foja/contracts/session'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../deps.ts'
import { createLogRateLimit } from '../../../http/log-rate-limit.ts'
import { readForm } from './form.ts'

const perMinute = 60
const textLimit = 500
const keys = ['level', 'code', 'message', 'name', 'url'] as const

/** One line of text without control characters, to prevent log forging. */
const clean = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, textLimit)

/**
 * `POST _log`: reports of the browser's session client. The endpoint is public, so it takes a few short fields and logs
 * at most sixty lines a minute; the rest is accepted and counted.
 */
export function registerClientLog(app: FastifyInstance, clock: Clock): void {
  const cap = createLogRateLimit(clock, perMinute, (leftOut) => {
    app.log.warn({ leftOut }, 'browsers sent more reports than are logged one by one')
  })
  app.post(authPaths.log, (request, reply) => {
    if (cap.take()) {
      const form = readForm(request.body)
      const client = Object.fromEntries(keys.flatMap((key) => (form[key] ? [[key, clean(form[key])]] : [])))
      request.log.warn({ client }, 'reported by a browser')
    }
    return reply.send({})
  })
}
