import { makeServerCertificate } from '@foja/testing/server-certificate'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll } from 'vitest'

type Heard = { headers: Record<string, string>; body: string; path: string }

/** A program of the office that receives webhooks over https. */
export type Receiver = {
  url: string
  /** Messages in the order in which they came. */
  heard: Heard[]
  /** Chooses the status of each answer; undefined: none comes. */
  answer: (message: Heard) => number | undefined
}

/** Starts a receiver for the tests of a file, whose authority this process trusts from now on. */
export async function openReceiver(): Promise<Receiver> {
  const { key, cert, ca } = makeServerCertificate()
  setDefaultCACertificates([...getCACertificates('default'), ca])
  const receiver: Receiver = { url: '', heard: [], answer: () => 204 }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await buffer(request)).toString()
    const message = { headers: request.headers as Record<string, string>, body, path: request.url ?? '' }
    receiver.heard.push(message)
    const status = receiver.answer(message)
    if (status === undefined) return
    response.writeHead(status, status === 307 ? { location: receiver.url } : {}).end('gracias')
  }
  const server = createServer({ key, cert }, (request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/foja`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
