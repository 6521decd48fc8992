// Holds the private key while it is used. Key and passphrase stay here; responses contain certificates and signatures.
import type { KeyRequest } from '@foja/pades/browser/key-messages'
import { createKeyServer } from '@foja/pades/browser/key-server'

const answer = createKeyServer()

addEventListener('message', ({ data }: MessageEvent<KeyRequest>) => {
  void answer(data).then((reply) => postMessage(reply))
})
