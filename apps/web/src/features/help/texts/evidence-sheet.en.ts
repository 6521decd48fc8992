import type { evidenceSheet } from './evidence-sheet.ts'

export const en = {
  title: 'What a signature proves',
  intro:
    'Signatures of Foja follow the European standard PAdES (ETSI EN 319 142): they are inside the PDF, and any program that knows it can check them, without Foja.',
  verdictsTitle: 'What each result means',
  proves: 'What it proves',
  adobe: 'In Adobe',
  act: 'What to do',
  verdicts: [
    {
      name: 'Valid',
      proves:
        'The document is the one that was signed, and a recognised authority certified who the person is. Their certificate was in force and not revoked.',
      adobe: 'A green tick if Adobe knows the authority; otherwise “identity unknown”, with the document unchanged.',
      act: 'Accept it.',
    },
    {
      name: 'To confirm',
      proves:
        'The document is the one that was signed. It is not known whether the authority is recognised, or whether the certificate was revoked that day.',
      adobe: 'A yellow sign: the validity is unknown.',
      act: 'Ask the authority that issued the certificate, or verify again once it answers.',
    },
    {
      name: 'Valid, with changes',
      proves:
        'The signature stands for what was signed. Afterwards something that the document allowed was filled in or added; the result says what and where.',
      adobe: 'A valid signature, with the later changes in the signature panel.',
      act: 'Read the changes. The signed version can be downloaded from the same result.',
    },
    {
      name: 'Changed afterwards',
      proves:
        'After signing, something was changed that the signature does not allow. The earlier version is still inside the file.',
      adobe: 'The document changed after it was signed.',
      act: 'Do not accept this version. Consider the one that was signed.',
    },
    {
      name: 'Altered',
      proves: 'The signed data does not match the signature: the file was changed or damaged.',
      adobe: 'A red cross: the signature is not valid.',
      act: 'Do not accept it, and ask for the original.',
    },
    {
      name: 'Revoked',
      proves: 'The authority had revoked the certificate before the proven time of the signature.',
      adobe: 'The signature is not valid, when Adobe checks revocation.',
      act: 'Do not accept it. The authority states the date and the reason.',
    },
    {
      name: 'Not valid',
      proves:
        'Something prevents relying on the signature: the certificate is not for signing, was not in force, or is not of the person it names.',
      adobe: 'A red cross, or a yellow sign if it does not know the authority.',
      act: 'Do not accept it. The result says why.',
    },
    {
      name: 'Simple signature',
      proves:
        'The person drew or typed it from a link, after a code sent to their email. The office sealed it with its own certificate: the seal proves the document and the time, not the identity of the person.',
      adobe: 'It shows the signature of the office, not of the person.',
      act: 'Weigh it together with the evidence report of the document.',
    },
  ],
  checkTitle: 'How to check it without Foja',
  check: [
    'With Adobe Acrobat Reader: the “Signatures” panel.',
    'With the official program of the country, such as FirmaEC in Ecuador or VALIDe in Spain.',
    'On a computer with Poppler: pdfsig document.pdf.',
  ],
  termsTitle: 'Terms',
  terms: [
    ['Certificate', 'An electronic document by which an authority says to whom a key belongs.'],
    ['Authority', 'An accredited body that checks the identity of a person and issues their certificate.'],
    ['Intact', 'Without any change since it was signed.'],
    ['Digest', 'A number (SHA-256) that changes completely if a single letter of the file changes.'],
    ['Timestamp', 'A time certified by an authority. Without it, the time is that of the signer’s own device.'],
    ['Revocation', 'The end of a certificate before it expires, for example because it was lost.'],
    ['Evidence report', 'A PDF with the signatures, the digests and the acts of a document in Foja.'],
  ],
  lawsTitle: 'The law of each country',
  lawsText: 'A pointer, not legal advice. The text in force and its regulations count.',
  laws: [
    ['Argentina', 'Ley 25.506 de Firma Digital'],
    ['Bolivia', 'Ley 164 General de Telecomunicaciones'],
    ['Chile', 'Ley 19.799 sobre documentos electrónicos y firma electrónica'],
    ['Colombia', 'Ley 527 de 1999'],
    ['Costa Rica', 'Ley 8454 de Certificados, Firmas Digitales y Documentos Electrónicos'],
    ['Ecuador', 'Ley 67 de Comercio Electrónico, Firmas Electrónicas y Mensajes de Datos (2002)'],
    ['Spain', 'Regulation (EU) 910/2014 (eIDAS) and Ley 6/2020'],
    ['Mexico', 'Código de Comercio and Ley de Firma Electrónica Avanzada'],
    ['Panama', 'Ley 51 de 2008'],
    ['Paraguay', 'Ley 6822 de 2021'],
    ['Peru', 'Ley 27269 de Firmas y Certificados Digitales'],
    ['Dominican Republic', 'Ley 126-02'],
    ['Uruguay', 'Ley 18.600'],
    ['Venezuela', 'Decreto con fuerza de Ley 1.204 sobre Mensajes de Datos y Firmas Electrónicas (2001)'],
  ],
  print: 'Print',
  note: 'This sheet explains the terms. The result of a given document is in its verification and its evidence report.',
} satisfies typeof evidenceSheet
