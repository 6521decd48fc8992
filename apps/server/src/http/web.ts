import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { pathOf } from './errors.ts'

const cspFile = z.object({ scriptSrc: z.array(z.string().check(z.regex(/^'sha256-[\w+/=]+'$/))) })

/** Hashes of the inline scripts of the built page, as recorded by the build; empty without a build. */
export function readScriptHashes(webFolder: string): string[] {
  const file = join(webFolder, 'csp.json')
  return existsSync(file) ? z.parse(cspFile, JSON.parse(readFileSync(file, 'utf8'))).scriptSrc : []
}

/**
 * Serves the built web application: hashed assets are immutable, the page is revalidated each time, both with the
 * brotli files of the build.
 */
export async function registerWeb(app: FastifyInstance, webFolder: string): Promise<void> {
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

/** Sends the page for every path of the single-page application; undefined for paths that look like a missing file. */
export function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const path = pathOf(request)
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path)
  if (!isPage || path.startsWith('/health/') || path === '/index.html') return undefined
  return reply.sendFile('index.html')
}
