// Holds a person's key while it is used. The key and the passphrase stay here: answers carry certificates and signatures.
import type { KeyRequest } from '@foja/pades/browser/key-messages'
import { createKeyServer } from '@foja/pades/browser/key-server'

const answer = createKeyServer()

addEventListener('message', ({ data }: MessageEvent<KeyRequest>) => {
  void answer(data).then((reply) => postMessage(reply))
})
