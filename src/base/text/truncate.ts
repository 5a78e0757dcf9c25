/** Cuts a text that is too long, and states how much was cut. */

export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength; // never half of a surrogate pair
  return `${text.slice(0, end)}… [${text.length - end} more characters]`;
}
