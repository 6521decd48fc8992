import type { templateForm } from './template-form.ts'

export const en = {
  requiredNote: 'Fields with * are required.',
  upTo: (count) => `Up to ${count} characters`,
  qr: 'It is drawn as a QR code.',
  like: (sample) => `Such as ${sample}`,
  none: 'None',
  chooseImage: 'Choose an image',
  changeImage: 'Change',
  removeImage: (label) => `Remove the image of ${label}`,
  imageHint: 'PNG or JPEG. If it is large, we make it smaller.',
  imageOf: (label) => `Image of ${label}`,
  imageRefused: {
    unreadable: 'We cannot open that image. Save it as PNG or JPEG.',
    too_large: 'That image is too large even when made smaller. Choose a smaller one.',
  },
} satisfies typeof templateForm
