import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { pathOf } from './errors.ts'

const cspFile = z.object({ scriptSrc: z.array(z.string().check(z.regex(/^'sha256-[\w+/=]+'$/))) })

/** Hashes of the inline scripts of the built page, as the build wrote them; none where there is no build. */
export function readScriptHashes(webFolder: string): string[] {
  const file = join(webFolder, 'csp.json')
  return existsSync(file) ? z.parse(cspFile, JSON.parse(readFileSync(file, 'utf8'))).scriptSrc : []
}

/**
 * The built web application: hashed assets are immutable, the page is asked for again each time, and both are sent as
 * the brotli files of the build. `/config.json` tells the browser where the API is, so that one build serves any
 * address; empty: where the page came from (as when somebody reaches the server past its proxy).
 */
export async function registerWeb(
  app: FastifyInstance,
  webFolder: string,
  publicUrl: string | undefined,
): Promise<void> {
  app.get('/config.json', (request, reply) => {
    const isPublic = publicUrl !== undefined && new URL(publicUrl).host === request.host
    return reply.header('cache-control', 'no-cache').send({ apiUrl: isPublic ? publicUrl : '' })
  })
  await app.register(fastifyStatic, {
    root: webFolder,
    prefix: '/',
    preCompressed: true,
    suppressWarning: true,
    dotfiles: 'ignore',
    cacheControl: false,
    index: 'index.html',
    allowedPath: (path) => !path.startsWith('/api/') && !path.endsWith('.br') && path !== '/csp.json',
    setHeaders: (reply, path) => {
      const immutable = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** The page for every address of the single-page application; undefined for what looks like a missing file. */
export function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const path = pathOf(request)
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path)
  if (!isPage || path.startsWith('/health/') || path === '/index.html') return undefined
  return reply.sendFile('index.html')
}
