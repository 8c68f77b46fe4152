from django.urls import path

from annotator.accounts import api

urlpatterns = [
    path("me/", api.Me.as_view()),
    path("log-in/", api.LogIn.as_view()),
    path("log-out/", api.LogOut.as_view()),
    path("password/", api.Password.as_view()),
    path("password-link/", api.OpenPasswordLink.as_view()),
    path("password-link/password/", api.UsePasswordLink.as_view()),
    path("tokens/", api.Tokens.as_view()),
    path("tokens/<int:token_id>/", api.TokenDetail.as_view()),
]
