// Links to give away.

/** Put a link of ours on the clipboard; the whole link comes back if the browser says no. */
export async function copyLink(link: string): Promise<string | null> {
  const whole = new URL(link, location.href).href;
  try {
    await navigator.clipboard.writeText(whole);
    return null;
  } catch {
    return whole;
  }
}
