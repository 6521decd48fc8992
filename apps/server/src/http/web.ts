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

const routesFile = z.array(
  z.object({
    path: z.string().check(z.startsWith('/')),
    office: z.boolean(),
    files: z.array(z.string().check(z.regex(/^assets\/[\w.-]+\.js$/))),
  }),
)

/** Pages of the office wait for the session before they ask for anything else. */
const session = '</api/auth/session>; rel=preload; as=fetch; crossorigin'

/** The `Link` header that preloads the code of the page at a path, and the session, for visitors who may open it. */
export function createPreloads(webFolder: string): (path: string, hasSession: boolean) => string | undefined {
  const file = join(webFolder, 'routes.json')
  const routes = existsSync(file) ? z.parse(routesFile, JSON.parse(readFileSync(file, 'utf8'))) : []
  const known = routes.map(({ path, office, files }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
    exact: !path.includes('$'),
    office,
    link: [...(office ? [session] : []), ...files.map((name) => `</${name}>; rel=modulepreload`)].join(', '),
  }))
  // «/solicitudes/nueva» before «/solicitudes/$id».
  const inOrder = known.toSorted((a, b) => Number(b.exact) - Number(a.exact))
  return (path, hasSession) => {
    const route = inOrder.find(({ pattern }) => pattern.test(path))
    return route === undefined || (route.office && !hasSession) || route.link === '' ? undefined : route.link
  }
}

/**
 * Serves the built web application: hashed assets are immutable, the page is revalidated each time, both with the
 * brotli files of the build.
 */
export async function registerWeb(app: FastifyInstance, webFolder: string): Promise<void> {
  const preloads = createPreloads(webFolder)
  await app.register(fastifyStatic, {
    root: webFolder,
    prefix: '/',
    preCompressed: true,
    suppressWarning: true,
    dotfiles: 'ignore',
    cacheControl: false,
    index: 'index.html',
    allowedPath: (path) =>
      !path.startsWith('/api/') && !path.endsWith('.br') && path !== '/csp.json' && path !== '/routes.json',
    setHeaders: (reply, path) => {
      const immutable = /[/\\]assets[/\\]/.test(path)
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      const { request } = reply
      const link = /index\.html(\.br)?$/.test(path) ? preloads(pathOf(request), hasSession(request)) : undefined
      if (link !== undefined) reply.header('link', link)
    },
  })
}

/** Only a hint: the session is checked by its calls. */
const hasSession = (request: FastifyRequest) => (request.headers.cookie ?? '').includes('foja.session=')

/** Sends the page for every path of the single-page application; undefined for paths that look like a missing file. */
export function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const path = pathOf(request)
  const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path)
  if (!isPage || path.startsWith('/health/') || path === '/metrics' || path === '/index.html') return undefined
  return reply.sendFile('index.html')
}
