import type { FastifyInstance } from 'fastify'
import type { Socket } from 'node:net'

/**
 * Lets the server close although browsers keep connections at hand on which they have not asked anything: Node counts as
 * idle only those that have had an answer, and would wait for the others for a minute.
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
