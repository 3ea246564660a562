// Links and results to give away.

/** Put a link of ours on the clipboard; the whole link comes back if the browser says no. */
export async function copyLink(link: string): Promise<string | null> {
  const whole = new URL(link, location.href).href;
  return (await copied(whole)) ? null : whole;
}

/** Let the system send a link of ours, where it has a way; who thinks better of it has said no. */
export async function sendLink(text: string, link: string): Promise<void> {
  await navigator.share({ text, url: new URL(link, location.href).href }).catch(() => {});
}

/** How a result was given away: by the system's own sheet, by the clipboard, or not at all: then
    with what somebody must copy by hand. */
export type Shared = { how: 'sent' } | { how: 'copied' } | { how: 'byHand'; text: string };

/** Give away a result and a link to it, by the system's own way where there is one. */
export async function shareResult(result: string, link: string): Promise<Shared> {
  const url = new URL(link, location.href).href;
  if (navigator.share) {
    try {
      await navigator.share({ text: result, url });
      return { how: 'sent' };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return { how: 'sent' }; // thought better of it
    }
  }
  const text = `${result} ${url}`;
  return (await copied(text)) ? { how: 'copied' } : { how: 'byHand', text };
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
