// What does not look right on the page as it is now, each as a line of text.
// Evaluated in the page by looks.py, which says how large things are for a finger.
({ touch, finger, card }) => {
  const PRESSED =
    'button, a[href], select, summary, label:has(input), input:not([type=radio]):not([type=checkbox])';
  const WRITTEN =
    'button, label, select, summary, legend, h1, h2, h3, th, td, li, p, strong, span, a, dt, dd';
  const ARROW = 20; // what a select keeps for its arrow

  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.for-readers');
  // Below a modal dialog nothing can be pressed or is meant to be read.
  const root = document.querySelector('dialog:modal') ?? document.body;
  const all = (which) => [...root.querySelectorAll(which)].filter(seen);
  const name = (element) => {
    const text = (element.getAttribute('aria-label') || element.textContent || '').trim();
    const kind = element.className.baseVal ?? element.className;
    return `<${element.tagName.toLowerCase()} class="${kind}"> ${text.replace(/\s+/g, ' ').slice(0, 60)}`;
  };
  /** The texts inside that are written, not drawn on a card or only read aloud. */
  const texts = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() && !holder.closest('svg, .for-readers')) found.push(holder);
    }
    return found;
  };

  function* sideways() {
    const page = document.documentElement;
    const width = page.clientWidth;
    if (page.scrollWidth > width) yield `the page is ${page.scrollWidth} wide`;
    for (const element of all('*')) {
      if (element.ownerSVGElement) continue; // a picture is cut at its own edge
      const box = element.getBoundingClientRect();
      if (box.width && (box.right > width + 1 || box.left < -1)) yield `beyond the edge: ${name(element)}`;
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      if (scrolls && element.scrollWidth > element.clientWidth + 1) yield `scrolls sideways: ${name(element)}`;
    }
  }

  function* cut() {
    for (const element of all(WRITTEN)) {
      // Pressed, the line of what is played says everything.
      if (!texts(element).length || element.closest('button.line')) continue;
      const style = getComputedStyle(element);
      if (element.tagName === 'SELECT') {
        const text = element.selectedOptions[0]?.text.trim() ?? '';
        if (style.whiteSpace === 'normal') {
          if (element.scrollHeight > element.clientHeight + 1) yield `cut: ${name(element)} [${text}]`;
          continue;
        }
        const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = style.font;
        if (pen.measureText(text).width > room - ARROW + 1) yield `cut: ${name(element)} [${text}]`;
        continue;
      }
      const clips = style.overflowX !== 'visible' || style.textOverflow === 'ellipsis';
      const holds = ['BUTTON', 'LABEL', 'SUMMARY'].includes(element.tagName);
      const across = element.clientWidth && element.scrollWidth > element.clientWidth + 1;
      const down = style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
      if (((clips || holds) && across) || (holds && down)) yield `cut: ${name(element)}`;
    }
  }

  function* overlapping() {
    // On purpose an open menu, a question, an invitation and the hand that stays in sight lie over
    // the page.
    const floats = (element) => element.closest('details[open] > .panel, .prompt.asks, .playing, .go, .banner');
    const pressed = all(PRESSED).map((element) => [element, element.getBoundingClientRect()]);
    for (const [at, [one, box]] of pressed.entries()) {
      for (const [other, second] of pressed.slice(at + 1)) {
        if (one.contains(other) || other.contains(one) || floats(one) !== floats(other)) continue;
        const across = Math.min(box.right, second.right) - Math.max(box.left, second.left);
        const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
        if (across > 1 && down > 1) yield `${name(one)} lies over ${name(other)}`;
      }
    }
  }

  function* small() {
    for (const element of all(PRESSED)) {
      const { width, height } = element.getBoundingClientRect();
      const least = element.matches('.hand button, .grid button') ? card : finger;
      if (width && Math.min(width, height) < least) yield `small: ${Math.round(width)}×${Math.round(height)} ${name(element)}`;
    }
  }

  // Text against what lies behind it (WCAG 1.4.3): 4.5, or 3 for large letters.
  function* faint() {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const read = (colour) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = (top, below) =>
      below.map((part, at) => top[at] * top[3] + part * (1 - top[3]));
    const light = (colour) => {
      const [red, green, blue] = colour.map((part) =>
        part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element) => {
      const layers = [];
      for (let at = element; at; at = at.parentElement) layers.push(read(getComputedStyle(at).backgroundColor));
      return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
    };
    for (const element of new Set(texts(root))) {
      if (!seen(element) || element.closest('option, :disabled')) continue;
      const style = getComputedStyle(element);
      const ground = behind(element);
      const [more, less] = [light(over(read(style.color), ground)), light(ground)].sort((a, b) => b - a);
      const contrast = (more + 0.05) / (less + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (contrast < (large ? 3 : 4.5)) yield `faint: ${contrast.toFixed(2)} ${name(element)}`;
    }
  }

  return [...sideways(), ...cut(), ...overlapping(), ...faint(), ...(touch ? small() : [])];
};
