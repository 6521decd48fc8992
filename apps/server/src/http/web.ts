import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isProbe } from './base-path.ts'
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

/** The `Link` header that preloads the code of the page at a path, and the session, for visitors who may open it. */
export function createPreloads(
  webFolder: string,
  base = '',
): (path: string, hasSession: boolean) => string | undefined {
  const file = join(webFolder, 'routes.json')
  const routes = existsSync(file) ? z.parse(routesFile, JSON.parse(readFileSync(file, 'utf8'))) : []
  // Pages of the office wait for the session before they ask for anything else.
  const session = `<${base}/api/auth/session>; rel=preload; as=fetch; crossorigin`
  const known = routes.map(({ path, office, files }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`),
    exact: !path.includes('$'),
    office,
    link: [...(office ? [session] : []), ...files.map((name) => `<${base}/${name}>; rel=modulepreload`)].join(', '),
  }))
  // «/solicitudes/nueva» before «/solicitudes/$id».
  const inOrder = known.toSorted((a, b) => Number(b.exact) - Number(a.exact))
  return (path, hasSession) => {
    const route = inOrder.find(({ pattern }) => pattern.test(path))
    return route === undefined || (route.office && !hasSession) || route.link === '' ? undefined : route.link
  }
}

/** The built page for a path: its scripts read `data-base`, and their chunks name each other relatively. */
export function pageBelow(html: string, base: string): string {
  return html.replace('<html', `<html data-base="${base}"`).replaceAll(/ (src|href)="\//g, ` $1="${base}/`)
}

/** Only a hint: the session is checked by its calls. */
const hasSession = (request: FastifyRequest) => (request.headers.cookie ?? '').includes('foja.session=')

type Web = {
  /** Sends the page for every path of the single-page application; undefined for paths that look like a missing file. */
  sendPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
  register: (app: FastifyInstance) => Promise<void>
}

/**
 * Serves the built web application below `base`: hashed assets are immutable, the page is revalidated each time, both
 * with the brotli files of the build. Below a path the page is another one than the file.
 */
export function createWeb(webFolder: string, base: string): Web {
  const preloads = createPreloads(webFolder, base)
  const file = join(webFolder, 'index.html')
  const page = base !== '' && existsSync(file) ? pageBelow(readFileSync(file, 'utf8'), base) : undefined

  const setPageHeaders = (request: FastifyRequest, reply: Pick<FastifyReply, 'header'>) => {
    reply.header('cache-control', 'no-cache')
    const link = preloads(pathOf(request), hasSession(request))
    if (link !== undefined) reply.header('link', link)
  }
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (page === undefined) return reply.sendFile('index.html')
    setPageHeaders(request, reply)
    return reply.type('text/html; charset=utf-8').send(page)
  }

  return {
    sendPage: (request, reply) => {
      const path = pathOf(request)
      const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path)
      if (!isPage || isProbe(path) || path === '/index.html') return undefined
      return send(request, reply)
    },
    register: async (app) => {
      if (page !== undefined) {
        for (const url of ['/', '/index.html']) app.route({ method: ['GET', 'HEAD'], url, handler: send })
      }
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
          if (/index\.html(\.br)?$/.test(path)) return setPageHeaders(reply.request, reply)
          // Pages of other sites load it, also with `integrity`.
          if (/foja-embed\.js(\.br)?$/.test(path)) {
            reply.header('cross-origin-resource-policy', 'cross-origin')
            reply.header('access-control-allow-origin', '*')
            reply.header('cache-control', 'public, max-age=3600')
            return undefined
          }
          const immutable = /[/\\]assets[/\\]/.test(path)
          reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
    },
  }
}
