/** For fingers every control within is 44 px high, and one that shows an icon alone as wide. Switches have it already. */
export const touchRoom = [
  'pointer-coarse:[&_:is(button:not([role=switch]),input:not([type=radio],[type=color]))]:min-h-11',
  'pointer-coarse:[&_button:not([role=switch])]:min-w-11',
  'pointer-coarse:[&_[role=radiogroup]]:p-0 pointer-coarse:[&_[role=radiogroup]>label]:h-11',
].join(' ')
