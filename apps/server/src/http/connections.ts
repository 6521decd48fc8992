import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { isBehindProxy } from '../config.ts'
import type { AppDeps } from '../deps.ts'
import { createAddressCounter } from '../lib/address-counter.ts'
import { networkOf } from '../lib/network-of.ts'
import { createQuota } from '../lib/quota.ts'
import type { HttpLimits } from './limits.ts'
import { createLogRateLimit } from './log-rate-limit.ts'
import { rawAnswer } from './protocol-errors.ts'

/** Lines per minute about refused connections; the rest is counted. */
const linesPerMinute = 5

/** Returns whether an address is that of a trusted proxy, behind which many clients share a few connections. */
export function createProxyCheck(config: AppDeps['config']): (address: string) => boolean {
  const proxies = new BlockList()
  if (isBehindProxy(config)) {
    proxies.addSubnet('127.0.0.0', 8, 'ipv4')
    proxies.addAddress('::1', 'ipv6')
  }
  for (const entry of config.trustedProxies ?? []) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  return (address) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Limits open connections, in total and per address, and new ones per address. Those of a trusted proxy count in total
 * only: `limitRequests` counts its clients. On shutdown closes connections that sent nothing, also those that arrive before
 * the server stops to listen: Node counts a connection as idle only after its first response, and would wait a minute.
 * Uploads that do not end soon are closed too; what has arrived completely is answered, and its connection closed then:
 * Node would keep one whose answer began before for the keep-alive time.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: HttpLimits,
  deps: Pick<AppDeps, 'clock' | 'config' | 'goingAway'>,
): void {
  const sockets = new Set<Socket>()
  const isProxy = createProxyCheck(deps.config)
  const quota = createQuota({ total: Infinity, perHolder: limits.connectionsPerAddress })
  const secondsToWait = createAddressCounter(limits.newConnections, deps.clock)
  const refusal = rawAnswer(429, { 'retry-after': '10' })
  const cap = createLogRateLimit(deps.clock, linesPerMinute, (leftOut) => {
    app.log.warn({ leftOut }, 'more connections were refused than are logged one by one')
  })
  const report = (ip: string | undefined) => {
    if (cap.take()) app.log.warn({ ip }, 'refused a connection: its address has or opens too many')
  }

  let closing = false
  const closeSilent = (socket: Socket) => {
    if (socket.bytesRead === 0) socket.destroy()
  }

  const requests = new WeakMap<Socket, IncomingMessage>()
  app.addHook('onRequest', async ({ raw }) => void requests.set(raw.socket, raw))
  const closeUnread = () => {
    for (const socket of sockets) if (requests.get(socket)?.complete === false) socket.destroy()
  }

  app.server.maxConnections = limits.connections
  app.server.on('drop', (dropped) => report(dropped?.remoteAddress))
  const mayStay = (socket: Socket): boolean => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return true
    const address = networkOf(remoteAddress)
    if (secondsToWait(address) > 0 || quota.take(address, 1) !== 'taken') return false
    socket.once('close', () => quota.release(address, 1))
    return true
  }
  // In front of Node's own listeners, because a parser for each refused connection takes most of the time of a flood.
  const accept = app.server.listeners('connection')
  app.server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (!mayStay(socket)) {
      report(socket.remoteAddress)
      socket.on('error', () => {}).end(refusal, () => socket.destroy())
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (closing) setTimeout(closeSilent, 500, socket)
    for (const listener of accept) listener.call(app.server, socket)
  })
  // While requests are still served, so that no client or proxy sends one on a connection that is being closed.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.goingAway.aborted) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async () => {
    if (closing) app.server.closeIdleConnections()
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of sockets) closeSilent(socket)
    setTimeout(closeUnread, limits.closeMs).unref()
  })
}
