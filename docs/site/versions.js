
// A menu of the published versions. `scripts/docs --into` appends this to the site's site.js.
function ahaVersions(names) {
  const base = JSON.parse(document.getElementById("__config").textContent).base;
  const here = new URL(`${base}/`, location.href);
  const menu = document.createElement("select");
  menu.className = "versions";
  menu.setAttribute("aria-label", "Version");
  for (const name of names) {
    menu.add(new Option(name, name, false, here.pathname.endsWith(`/${name}/`)));
  }
  menu.addEventListener("change", () => {
    location.href = new URL(`../${menu.value}/index.html`, here).href;
  });
  document.querySelector(".md-header__title").after(menu);
}

{
  const list = document.createElement("script");
  list.src = `${JSON.parse(document.getElementById("__config").textContent).base}/../versions.js`;
  document.head.append(list);
}
