import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/**
 * Closes unused browser connections on shutdown. Node counts a connection as idle only after its first response, and
 * would wait a minute for the others.
 */
export function closeUnusedSockets(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
}
