import type { officeSeal } from './office-seal.ts'

export const en = {
  title: 'Seal of the office',
  text: 'The certificate with which Foja seals simple signatures: those of people who draw or type theirs, without a certificate of their own.',
  none: 'There is no seal yet: without it no simple signatures can be asked for.',
  noneAsk: 'There is no seal yet. Ask your administrator to upload it.',
  choose: 'Upload the seal',
  replace: 'Replace',
  remove: 'Remove the seal',
  removeConfirm: 'Remove',
  removeTitle: 'Remove the seal of the office?',
  removeText:
    'Open requests for simple signatures cannot be signed until you upload another. What is signed stays signed.',
  removed: 'Seal removed',
  upload: {
    text: 'Upload the certificate of the office: .p12 or .pfx, or the pair .cer and .key. Its private key is stored encrypted with that of the server, because the seal signs by itself.',
    password: 'The passphrase of the file. It opens it now; we do not store it.',
    button: 'Store seal',
    done: 'Seal stored',
  },
} satisfies typeof officeSeal
