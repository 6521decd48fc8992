import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type LossyProxy = {
  origin: string
  /** From now on requests reach the server, but answers are lost. */
  loseAnswers: (lose: boolean) => void
  close: () => Promise<void>
}

/** A proxy between browser and Foja that can lose answers. */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target)
  let losing = false
  const open = new Set<Socket>()
  const server = createServer((browser) => {
    const foja = connect(Number(port), hostname)
    for (const socket of [browser, foja]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        browser.destroy()
        foja.destroy()
      })
    }
    browser.pipe(foja)
    foja.on('data', (answer) => {
      if (losing) browser.destroy()
      else browser.write(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswers: (lose) => void (losing = lose),
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
