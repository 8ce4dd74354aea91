// A choice of a language holds for all samples, and for the next page.
document.addEventListener("change", event => {
  if (!event.target.matches(".tabbed-set > input")) return;
  choose(document.querySelector(`label[for="${event.target.id}"]`).textContent);
});

function choose(language) {
  for (const label of document.querySelectorAll(".tabbed-labels > label")) {
    if (label.textContent === language) document.getElementById(label.htmlFor).checked = true;
  }
  try {
    localStorage.setItem("aha-language", language);
  } catch {
    // Without storage the choice holds for this page.
  }
}

try {
  const language = localStorage.getItem("aha-language");
  if (language) choose(language);
} catch {
  // As above.
}

// One sound at a time.
document.addEventListener("play", event => {
  for (const audio of document.querySelectorAll("audio")) {
    if (audio !== event.target) audio.pause();
  }
}, true);

// All results of a page are shown, without a click on "more on this page".
new MutationObserver(() => {
  for (const more of document.querySelectorAll(".md-search-result details:not([open])")) {
    more.open = true;
  }
}).observe(document.querySelector(".md-search-result"), {childList: true, subtree: true});
